// A substitute for curl with the options that our pages use (-s, -H, -d and -o), so that tests can run the commands
// in the documentation on a machine without curl.
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
