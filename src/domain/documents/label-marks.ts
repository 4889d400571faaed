// The wording of the marks that handlers must notice: dangerous goods, international, authority to leave, tailgate.

import type { LabelMark } from './label-content.ts';

export function labelMarkTexts(marks: readonly LabelMark[]): string[] {
  return marks.map(markText);
}

function markText(mark: LabelMark): string {
  switch (mark.kind) {
    case 'dangerous_goods':
      return ['DANGEROUS GOODS', ...mark.unNumbers].join(' ');
    case 'international':
      return `INTERNATIONAL ${mark.country}`;
    case 'authority_to_leave':
      return 'AUTHORITY TO LEAVE';
    case 'tailgate_pickup':
      return 'TAILGATE PICKUP';
    case 'tailgate_delivery':
      return 'TAILGATE DELIVERY';
  }
}
