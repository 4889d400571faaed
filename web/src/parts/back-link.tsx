// A link back to the parent page.
import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import classes from './back-link.module.css';
import { Icon } from './icon.tsx';

type PlainBack = Omit<AnchorProps, 'href'> & { ref?: Ref<HTMLAnchorElement>; children?: ReactNode };

function PlainBackLink({ children, ...props }: PlainBack) {
  return (
    <Anchor size="sm" underline="hover" className={classes.back} data-screen {...props}>
      <Icon name="left" size={14} />
      {children}
    </Anchor>
  );
}

const Back = createLink(PlainBackLink);

/** The parent's address is a prefix of this page's, so mark it as not current. */
export const BackLink: LinkComponent<typeof PlainBackLink> = (props) => (
  <Back activeOptions={{ exact: true }} {...props} />
);
