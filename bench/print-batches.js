// Requests a batch of labels continuously until it is stopped, in its own process so that receiving files does not
// disturb the measurement. Prints its count, a line each.
const [, , url, key, ids] = process.argv;
let count = 0;
for (;;) {
  const answer = await fetch(`${url}/api/v5/bookings/labels/batch`, {
    method: 'POST',
    headers: { 'Api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ booking_ids: ids.split(',').map(Number), format: 'a6' }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
  count += 1;
  process.stdout.write(`${count}\n`);
}
