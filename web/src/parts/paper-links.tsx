// Links to a booking's documents, each in its own window; the label stands out.
import { Button } from '@mantine/core';
import type { Paper } from '../api/documents.ts';
import { Icon } from './icon.tsx';

type PaperLinksProps = { papers: readonly Paper[]; urlOf: (paper: Paper) => string };

export function PaperLinks({ papers, urlOf }: PaperLinksProps) {
  return papers.map((paper) => (
    <Button
      key={paper.name}
      component="a"
      href={urlOf(paper)}
      target="_blank"
      rel="noopener"
      variant={paper.kind === 'label' ? 'light' : 'default'}
      size="sm"
      leftSection={<Icon name="document" size={16} />}
    >
      {paper.name}
    </Button>
  ));
}
