// Asks the server of this machine how it is, for those who keep it running: `node deploy/health-check.js /healthz`, with HOST
// and PORT as the server has them. Status 0: it answered 200. With a number of seconds behind the path it is asked until it
// does, until they are over, or until the process that systemd started (MAINPID) has ended: systemd waits for us before it
// starts another.
import { setTimeout as pause } from 'node:timers/promises';

const [, , path = '/healthz', seconds = '0'] = process.argv;
/** What is blank is not set, as for the server. */
const given = (name) => process.env[name]?.trim() || undefined;
const listensAt = given('HOST') ?? '127.0.0.1';
const port = given('PORT') ?? '8080';
const answerMs = 2_000;
const betweenMs = 200;

/** Where one who listens everywhere is reached from here. */
const own = { '0.0.0.0': '127.0.0.1', '::': '::1' };
const host = own[listensAt] ?? listensAt;
const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;

const deadlineMs = performance.now() + Number(seconds) * 1_000;
const started = Number(given('MAINPID') ?? 0);
let trouble = await ask();
while (trouble !== null && performance.now() < deadlineMs && !hasEnded(started)) {
  await pause(betweenMs);
  trouble = await ask();
}
if (trouble !== null) {
  process.stderr.write(`${url}: ${trouble}\n`);
  process.exitCode = 1;
}

async function ask() {
  try {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(answerMs) });
    return ok ? null : `status ${status}`;
  } catch (error) {
    return error.cause?.code ?? error.message;
  }
}

function hasEnded(pid) {
  if (pid === 0) return false;
  try {
    // Asks only whether there is one.
    return !process.kill(pid, 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
