// Whether the page is the operator's. Several pages are in both areas: there a member reads its own records, and the
// operator those of every member.
import { useMatch } from '@tanstack/react-router';

export const useIsOperator = (): boolean =>
  useMatch({ from: '/members/operators', shouldThrow: false, select: () => true }) === true;
