// Health check for service managers: `node deploy/health-check.js /healthz`, with the server's own HOST and PORT. Exit status
// 0 means that the server answered 200. With a number of seconds after the path, the check retries until then, or until the
// process that systemd started (MAINPID) has ended: systemd waits for this check before it starts another process.
import { setTimeout as pause } from 'node:timers/promises';

const [, , path = '/healthz', seconds = '0'] = process.argv;
/** Blank settings are unset, as for the server. */
const given = (name) => process.env[name]?.trim() || undefined;
const listensAt = given('HOST') ?? '127.0.0.1';
const port = given('PORT') ?? '8080';
const answerMs = 2_000;
const betweenMs = 200;

/** The address of this machine for a server that listens on all interfaces. */
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
    // Signal 0 only checks that the process exists.
    return !process.kill(pid, 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
