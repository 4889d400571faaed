// The router's typed links styled as Mantine anchors, buttons and menu items.
import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';

type PlainAnchor = Omit<AnchorProps, 'href'> & {
  ref?: Ref<HTMLAnchorElement>;
  children?: ReactNode;
};
type PlainButton = Omit<ButtonProps, 'href'> & {
  ref?: Ref<HTMLAnchorElement>;
  onClick?: () => void;
  children?: ReactNode;
};
type PlainItem = Omit<MenuItemProps, 'href'> & {
  ref?: Ref<HTMLAnchorElement>;
  children?: ReactNode;
};

export const TextLink = createLink((props: PlainAnchor) => <Anchor {...props} />);
export const ButtonLink = createLink((props: PlainButton) => <Button component="a" {...props} />);
export const MenuLink = createLink((props: PlainItem) => <Menu.Item component="a" {...props} />);
