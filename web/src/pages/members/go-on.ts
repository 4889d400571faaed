// Where a person goes on after signing in or up: the page they wanted, or the document whose link brought them here.
import { useNavigate } from '@tanstack/react-router';
import { prefix } from '../../api/client.ts';
import { ownPath } from '../../search.ts';

export function useGoOn(): (to: string | undefined) => void {
  const navigate = useNavigate();
  return (to) => {
    const path = ownPath(to) ?? '/';
    // No page of ours: the browser itself opens it.
    if (path.startsWith(`${prefix}/`)) window.location.replace(path);
    else void navigate({ href: path });
  };
}
