// A stand-in for curl that knows the few options our pages use, so that what they tell people to type can be typed by a
// test on a machine that has none: -s, -H, -d and -o.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    header: { type: 'string', short: 'H', multiple: true },
    data: { type: 'string', short: 'd' },
    output: { type: 'string', short: 'o' },
  },
});
const [url = ''] = positionals;
const headers = (values.header ?? []).map((line): [string, string] => {
  const [name = '', ...rest] = line.split(':');
  return [name, rest.join(':').trim()];
});
const answer = await fetch(url, {
  headers,
  ...(values.data === undefined ? {} : { method: 'POST', body: values.data }),
});
const bytes = Buffer.from(await answer.arrayBuffer());
if (values.output === undefined) process.stdout.write(bytes);
else writeFileSync(values.output, bytes);
