// The page to open after signing in or up: the requested page, or the document whose link led here.
import { useNavigate } from '@tanstack/react-router';
import { prefix } from '../../api/client.ts';
import { ownPath } from '../../search.ts';

export function useGoOn(): (to: string | undefined) => void {
  const navigate = useNavigate();
  return (to) => {
    const path = ownPath(to) ?? '/';
    // A document is not a page of the router, so the browser opens it.
    if (path.startsWith(`${prefix}/`)) window.location.replace(path);
    else void navigate({ href: path });
  };
}
