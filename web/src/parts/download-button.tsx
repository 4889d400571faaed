// A file of the service, which the browser downloads with its session cookie.
import { Button, type ButtonProps } from '@mantine/core';
import { Icon } from './icon.tsx';

type DownloadButtonProps = Pick<ButtonProps, 'size'> & {
  href: string;
  /** For a file without a name of its own. */
  fileName?: string;
  children: string;
};

export function DownloadButton({ href, fileName, size = 'sm', children }: DownloadButtonProps) {
  return (
    <Button
      component="a"
      href={href}
      download={fileName ?? true}
      variant="default"
      size={size}
      leftSection={<Icon name="download" size={size === 'sm' ? 16 : 14} />}
    >
      {children}
    </Button>
  );
}
