// Back to the page that this one hangs under.
import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import classes from './back-link.module.css';
import { Icon } from './icon.tsx';

type PlainBack = Omit<AnchorProps, 'href'> & { ref?: Ref<HTMLAnchorElement>; children?: ReactNode };

export const BackLink = createLink(({ children, ...props }: PlainBack) => (
  <Anchor size="sm" underline="hover" className={classes.back} {...props}>
    <Icon name="left" size={14} />
    {children}
  </Anchor>
));
