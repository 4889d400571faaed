// Links to a booking's documents, each in its own window; the label stands out.
import { Button } from '@mantine/core';
import type { BookingDocument } from '../api/documents.ts';
import { Icon } from './icon.tsx';

type DocumentLinksProps = {
  documents: readonly BookingDocument[];
  urlOf: (document: BookingDocument) => string;
};

export function DocumentLinks({ documents, urlOf }: DocumentLinksProps) {
  return documents.map((document) => (
    <Button
      key={document.name}
      component="a"
      href={urlOf(document)}
      target="_blank"
      rel="noopener"
      variant={document.kind === 'label' ? 'light' : 'default'}
      size="sm"
      leftSection={<Icon name="document" size={16} />}
    >
      {document.name}
    </Button>
  ));
}
