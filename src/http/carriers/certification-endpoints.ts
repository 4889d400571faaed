// /operator/carrier-accounts/:id/certifications…: certifications of a house account, which the server carries out.
// Tests: contract/operator-certifications.
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import {
  listCertifications,
  readCertification,
  startCertification,
  stopCertification,
} from '../../application/carriers/certification-runs.ts';
import { planCertification } from '../../application/carriers/certify-account.ts';
import type { App } from '../../application/ports.ts';
import { homeDay } from '../../domain/time/home-clock.ts';
import {
  certificationRecordings,
  certificationReport,
} from '../../wording/certification-report.ts';
import { endpoint } from '../server/endpoint.ts';
import { getRecordNumber } from '../server/whole-number.ts';
import {
  CertificationBody,
  CertificationsReply,
  PlanReply,
  parseCertification,
  presentPlan,
  presentRuns,
  StartedReply,
} from './certification.ts';
import { zipOf } from './zip.ts';

const params = Type.Object({ id: Type.String({ description: 'The carrier' }) });
const runParams = Type.Object({
  id: Type.String({ description: 'The carrier' }),
  run: Type.String(),
});

export const list = endpoint(
  { summary: 'Certifications of a house account', params, reply: CertificationsReply },
  async (app, { params: { id } }) => presentRuns(await listCertifications(app, id)),
);

export const plan = endpoint(
  {
    summary: 'List the steps of a certification',
    description: 'Asks the carrier nothing.',
    params,
    body: CertificationBody,
    reply: PlanReply,
  },
  async (app, { params: { id }, body }) =>
    presentPlan(planCertification(app, parseCertification(id, body))),
);

export const start = endpoint(
  {
    summary: 'Start a certification',
    description:
      'Tries every operation with the account, and cancels what it books. It continues in the server; one at a time for each account.',
    params,
    body: CertificationBody,
    refusals: { 409: { when: 'one is under way', example: 'certification_running' } },
    reply: StartedReply,
  },
  async (app, { params: { id }, body }) => ({
    id: await startCertification(app, parseCertification(id, body), body.confirmed ?? []),
  }),
);

export const stop = endpoint(
  {
    summary: 'Stop the certification that is under way',
    description: 'What it booked is cancelled first.',
    params,
    refusals: { 409: { when: 'none is under way', example: 'no_certification_running' } },
    reply: Type.Object({ carrier: Type.String() }),
  },
  async (app, { params: { id } }) => {
    await stopCertification(app, id);
    return { carrier: id };
  },
);

const file = Type.String({ description: 'The file' });

export const report = endpoint(
  {
    summary: 'The report of a certification as Markdown',
    description: 'Credentials and contacts are removed.',
    params: runParams,
    mediaTypes: ['text/markdown'],
    reply: file,
  },
  async (app, { params: call, reply }) => {
    const run = await read(app, call);
    named(reply, `certify-${run.carrier}-${homeDay(run.atMs)}.md`);
    reply.type('text/markdown; charset=utf-8');
    return Buffer.from(certificationReport(run));
  },
);

export const recordings = endpoint(
  {
    summary: 'The recordings of a certification as a ZIP file',
    description: 'In the folders in which they can be kept as tests. Credentials are removed.',
    params: runParams,
    mediaTypes: ['application/zip'],
    reply: file,
  },
  async (app, { params: call, reply }) => {
    const run = await read(app, call);
    named(reply, `certify-${run.carrier}-${homeDay(run.atMs)}.zip`);
    reply.type('application/zip');
    return zipOf(certificationRecordings(run));
  },
);

const read = (app: App, { id, run }: { id: string; run: string }) =>
  readCertification(app, id, getRecordNumber(run, { code: 'certification_not_found', id: 0 }));

function named(reply: FastifyReply, name: string): void {
  reply.header('content-disposition', `attachment; filename="${name}"`);
}
