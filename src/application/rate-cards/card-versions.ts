// The versions of a carrier's files: listed, read, compared with the files in use, used again, and withdrawn before they hold.
import { homeCardDay } from '../../domain/rate-cards/card-day.ts';
import {
  type CardVersion,
  statusOf,
  type VersionStatus,
} from '../../domain/rate-cards/card-version.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { App, CarrierDraft } from '../ports.ts';
import { type DraftReport, examineDraft, isFolderName, publishExamined } from './try-draft.ts';

export type ListedVersion = CardVersion & { status: VersionStatus };

/** The newest first. */
export async function listVersions(app: App, folder: string): Promise<ListedVersion[]> {
  const history = isFolderName(folder) ? await app.carrierDrafts.history(folder) : { versions: [] };
  const isKnown = app.carriers.snapshot().carriers.some(({ terms }) => terms.id === folder);
  if (!isKnown && history.versions.length === 0)
    throw new Refusal({ code: 'unknown_carrier', stringId: folder });
  const today = homeCardDay(app.clock.nowMs());
  return history.versions
    .map((version) => ({ ...version, status: statusOf(history, version, today) }))
    .reverse();
}

export async function readVersion(
  app: App,
  folder: string,
  number: number,
): Promise<ReadonlyMap<string, string>> {
  const files = isFolderName(folder) ? await app.carrierDrafts.filesOf(folder, number) : undefined;
  if (files === undefined)
    throw new Refusal({ code: 'rate_card_version_not_found', carrier: folder, number });
  return files;
}

/** Its prices beside those in use. */
export async function checkVersion(app: App, folder: string, number: number): Promise<DraftReport> {
  return await examineDraft(app, await draftOf(app, folder, number));
}

/** Adds a version with the files of this one, which holds at once. Returns its number. */
export async function rollBack(
  app: App,
  folder: string,
  number: number,
  by: string,
): Promise<number> {
  const draft = await draftOf(app, folder, number);
  const { version } = await publishExamined(app, draft, { by, sameAs: number });
  return version;
}

export async function withdrawVersion(
  app: App,
  folder: string,
  number: number,
  by: string,
): Promise<void> {
  await readVersion(app, folder, number);
  if (!(await app.carrierDrafts.withdraw(folder, number, by)))
    throw new Refusal({ code: 'rate_card_version_not_scheduled', carrier: folder, number });
  app.log.info({ carrier: folder, number }, 'a scheduled version of rate cards was withdrawn');
}

async function draftOf(app: App, folder: string, number: number): Promise<CarrierDraft> {
  return { folder, files: await readVersion(app, folder, number), isWhole: true };
}
