// Uploads a carrier's new files. The service checks them and compares prices with the cards in use on real quotes before they are
// published.
import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { servicesQuery } from '../../api/operator.ts';
import { useCheckDraft, usePublishDraft } from '../../api/rate-cards.ts';
import { useSession } from '../../api/session.ts';
import type { CarrierDraft, DraftReport, PublishedDraft, Service } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { DayField } from '../../parts/day-field.tsx';
import { day, plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Awaiting, Problem } from '../../parts/states.tsx';
import { type ChosenFile, placeFiles } from './draft-files.ts';
import { Differences, Mistakes } from './draft-report.tsx';
import { Versions } from './versions.tsx';

export function RateCardsPage() {
  const { data, error, refetch } = useQuery(servicesQuery);
  const { can_publish_cards: canPublish } = useSession();
  return (
    <Page
      title="Rate cards"
      about="New prices are checked and compared on shipments that were really quoted before they go live. Files you do not choose stay as they are."
    >
      {canPublish ? null : (
        <Alert
          color="ochre"
          icon={<Icon name="alert" />}
          title="Prices can be checked here, but not published"
        >
          No folder for rate cards of your own is configured. Set CARRIERS_DIR and start the service
          again.
        </Alert>
      )}
      <Awaiting of={{ data, error, refetch }} what="carriers" />
      {data === undefined ? null : <DraftPart services={data} />}
    </Page>
  );
}

function DraftPart({ services }: { services: readonly Service[] }) {
  const folders = [...new Map(services.map((one) => [one.folder ?? '', one.carrier]))].filter(
    ([folder]) => folder !== '',
  );
  const [folder, setFolder] = useState(folders[0]?.[0] ?? '');
  const nameOfFolder = new Map(folders).get(folder) ?? folder;
  const ofFolder = services.filter((one) => one.folder === folder);
  const cards = [...new Set(ofFolder.flatMap((one) => one.cards.map(({ code }) => code)))];
  const [card, setCard] = useState('');
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const check = useCheckDraft();
  const publish = usePublishDraft();
  const [holdsFrom, setHoldsFrom] = useState<string>();
  const [note, setNote] = useState('');
  const draft: CarrierDraft = {
    folder,
    files: placeFiles(chosen, card || (cards[0] ?? '')),
    ...(holdsFrom === undefined ? {} : { holds_from: holdsFrom }),
    ...(note === '' ? {} : { note }),
  };
  const change = (): void => {
    check.reset();
    publish.reset();
  };
  return (
    <>
      <Panel>
        <Stack>
          <Group align="flex-end">
            <NativeSelect
              label="Carrier"
              w={260}
              value={folder}
              onChange={(event) => {
                setFolder(event.currentTarget.value);
                setCard('');
                change();
              }}
              data={folders.map(([value, label]) => ({ value, label }))}
            />
            <NativeSelect
              label="Card, for single files"
              w={260}
              value={card || (cards[0] ?? '')}
              onChange={(event) => {
                setCard(event.currentTarget.value);
                change();
              }}
              data={cards}
            />
          </Group>
          <InForce services={ofFolder} />
          <FileButtons
            onChoose={(files) => {
              setChosen(files);
              change();
            }}
          />
          {chosen.length === 0 ? null : <FileList files={draft.files} />}
          <Group align="flex-end">
            <DayField
              label="Holds from (blank: at once)"
              value={holdsFrom}
              onChange={(chosenDay) => {
                setHoldsFrom(chosenDay);
                change();
              }}
            />
            <TextInput
              label="Note for the list of versions"
              w={340}
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </Group>
          <Problem error={check.error} title="The files were not taken" />
          <Group>
            <Button
              disabled={draft.files.length === 0}
              loading={check.isPending}
              onClick={() => check.mutate(draft)}
            >
              Check
            </Button>
          </Group>
        </Stack>
      </Panel>
      {check.data === undefined ? null : (
        <Report
          report={check.data}
          published={publish.data}
          holdsFrom={holdsFrom}
          publish={
            <ConfirmButton
              variant="filled"
              title="Publish these rate cards?"
              about={`${holdsFrom === undefined ? 'From the next quote on' : `From midnight in Sydney on ${day(holdsFrom)}`}, ${nameOfFolder} is priced by them, for every member.`}
              verb="Publish"
              isPending={publish.isPending}
              error={publish.error}
              onConfirm={() => publish.mutateAsync(draft)}
            >
              Publish…
            </ConfirmButton>
          }
        />
      )}
      <Versions key={folder} folder={folder} carrier={nameOfFolder} />
    </>
  );
}

function InForce({ services }: { services: readonly Service[] }) {
  const inForce = new Set(
    services.flatMap(({ cards }) => cards.filter((one) => one.is_in_force).map(({ code }) => code)),
  );
  return (
    <Text size="sm" c="dimmed">
      In force now: {inForce.size === 0 ? 'none' : [...inForce].join(', ')}
    </Text>
  );
}

function FileButtons({ onChoose }: { onChoose: (files: ChosenFile[]) => void }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const chosen = [...(currentTarget.files ?? [])];
    // The dialog was closed without a choice.
    if (chosen.length === 0) return;
    onChoose(
      await Promise.all(
        chosen.map(async (file) => ({
          name: file.name,
          relativePath: file.webkitRelativePath,
          text: await file.text(),
        })),
      ),
    );
    // Lets the same files be chosen again after they are corrected.
    currentTarget.value = '';
  };
  const input = {
    type: 'file',
    multiple: true,
    className: 'visually-hidden',
    tabIndex: -1,
    onChange: (event: ChangeEvent<HTMLInputElement>) => void take(event),
  };
  return (
    <Group>
      <input {...input} ref={files} accept=".json,.csv" aria-label="Files" />
      <input {...input} ref={folder} aria-label="Folder" {...{ webkitdirectory: '' }} />
      <Button
        variant="default"
        leftSection={<Icon name="upload" size={16} />}
        onClick={() => folder.current?.click()}
      >
        Choose the carrier’s folder
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="document" size={16} />}
        onClick={() => files.current?.click()}
      >
        Choose single files
      </Button>
    </Group>
  );
}

function FileList({ files }: { files: CarrierDraft['files'] }) {
  return (
    <div role="status">
      <Text size="sm">
        {files.length === 0
          ? 'None of these is a JSON or CSV file.'
          : `${plural(files.length, 'file')}:`}
      </Text>
      {files.map(({ path }) => (
        <Text key={path} size="sm" className="mono">
          {path}
        </Text>
      ))}
    </div>
  );
}

type ReportProps = {
  report: DraftReport;
  published: PublishedDraft | undefined;
  holdsFrom: string | undefined;
  publish: ReactNode;
};

function Report({ report, published, holdsFrom, publish }: ReportProps) {
  const errors = report.problems.filter(({ severity }) => severity === 'error').length;
  return (
    <>
      {published !== undefined ? (
        <Alert
          color="eucalypt"
          icon={<Icon name="check" />}
          role="status"
          title={`Version ${published.version} is ${holdsFrom === undefined ? 'in force' : 'scheduled'}`}
        >
          {holdsFrom === undefined
            ? 'The next quote is priced by these files.'
            : `Quotes are priced by these files from ${day(holdsFrom)}.`}
        </Alert>
      ) : (
        <Alert
          color={report.is_refused ? 'red' : 'eucalypt'}
          icon={<Icon name={report.is_refused ? 'alert' : 'check'} />}
          role="status"
          title={report.is_refused ? plural(errors, 'mistake') : 'No mistakes'}
        >
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              {report.is_refused
                ? 'These files would not be used as they are.'
                : report.can_publish
                  ? 'Check the changes below, then publish.'
                  : 'You cannot publish them from here, because no folder is configured. Set CARRIERS_DIR and restart.'}
            </Text>
            {report.is_refused || !report.can_publish ? null : publish}
          </Stack>
        </Alert>
      )}
      {report.problems.length === 0 ? null : <Mistakes problems={report.problems} />}
      {report.differences.map((difference) => (
        <Differences key={difference.string_id} difference={difference} />
      ))}
    </>
  );
}
