// The API reference as one readable page, rendered from the OpenAPI document. It loads nothing from other hosts: it
// opens behind a firewall, prints, and its security policy only needs the digests of its own style sheet and one
// small script, which folds, searches and copies. The page is readable without the script. (Ready-made viewers:
// docs/decisions/dependencies.md.)
import { createHash } from 'node:crypto';
import { escapeHtml as text } from '../../../domain/markup.ts';
import type { OpenApiDocument, Operation } from '../openapi.ts';
import { icon, mark, palette, typeface } from './brand.ts';

export function referencePage(document: OpenApiDocument): { html: string; policy: string } {
  const digest = (part: string): string =>
    `'sha256-${createHash('sha256').update(part).digest('base64')}'`;
  return {
    html: page(document),
    policy: `default-src 'none'; style-src ${digest(style)}; script-src ${digest(script)}; img-src data:; font-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
  };
}

const style = `
${palette}
${typeface}
*{box-sizing:border-box}body{margin:0;font-size:16px;line-height:1.55;color:var(--ink);background:var(--card)}
.page{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:76rem;margin:auto}
nav{padding:1.5rem 1rem 2rem;border-right:1px solid var(--line);position:sticky;top:0;height:100vh;overflow:auto;font-size:.9rem}
.brand{display:flex;align-items:center;gap:.55rem;font-weight:700}.brand svg{flex:none}
nav summary{cursor:pointer;font-weight:600;margin-top:1rem}
nav h2{font-size:.75rem;text-transform:uppercase;letter-spacing:.06em;color:var(--soft);margin:1.5rem 0 .4rem}
nav a{display:block;padding:.2rem 0;color:var(--ink);text-decoration:none}nav a:hover{color:var(--accent)}
nav a small{display:block;color:var(--soft);font:.75rem/1.3 ui-monospace,monospace;overflow-wrap:anywhere}
nav [hidden]{display:none}
input{display:block;width:100%;margin-top:.75rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:.4rem;padding:.4rem .6rem}
main{padding:2rem;min-width:0}h1{margin:0 0 .25rem}a{color:var(--accent)}.soft{color:var(--soft)}
section{border-top:1px solid var(--line);padding:2rem 0}section h3{margin:0 0 .25rem;overflow-wrap:anywhere}
code,pre{font:14px/1.5 ui-monospace,monospace}pre{background:var(--panel);padding:1rem;border-radius:.4rem;white-space:pre-wrap;overflow-wrap:anywhere}
.example{position:relative}.example pre{padding-right:5rem}
button{position:absolute;top:.6rem;right:.6rem;font-weight:600;font-size:.8rem;color:var(--accent);background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.2rem .6rem;cursor:pointer}
.method{display:inline-block;font:600 .75rem ui-monospace,monospace;padding:.1rem .5rem;border-radius:.25rem;background:var(--accent);color:var(--on);margin-right:.5rem}
table{border-collapse:collapse;width:100%;font-size:.9rem;overflow-wrap:break-word}th,td{text-align:left;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td:first-child code{white-space:nowrap}td:last-child{min-width:8rem}
@media (max-width:64rem){th{display:none}tr{display:block;padding:.35rem 0;border-bottom:1px solid var(--line)}td{display:block;min-width:0;border:0;padding:.1rem 0}td:last-child{min-width:0}td:first-child code{white-space:normal;overflow-wrap:anywhere}}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:48rem){.page{grid-template-columns:minmax(0,1fr)}nav{position:static;height:auto;border:0;border-bottom:1px solid var(--line);padding-bottom:1rem}nav a{padding:.45rem 0}main{padding:1.25rem}.example pre{padding:3rem 1rem 1rem}}
@media print{nav,button{display:none}.page{display:block}}
`;

/** Folds the menu on a phone before the first paint; filters it by a search; copies examples. */
const script = `
const menu = document.querySelector('nav details');
if (matchMedia('(max-width:48rem)').matches) menu.open = false;
const box = document.createElement('input');
box.type = 'search';
box.placeholder = 'Search the operations';
box.setAttribute('aria-label', 'Search the operations');
box.addEventListener('input', () => {
  const wanted = box.value.trim().toLowerCase();
  for (const group of menu.querySelectorAll('div')) {
    let shown = 0;
    for (const link of group.querySelectorAll('a')) {
      link.hidden = !link.dataset.words.includes(wanted);
      if (!link.hidden) shown += 1;
    }
    group.hidden = shown === 0;
  }
});
menu.querySelector('summary').after(box);
menu.addEventListener('click', (event) => {
  if (event.target.closest('a') && matchMedia('(max-width:48rem)').matches) menu.open = false;
});
addEventListener('DOMContentLoaded', () => {
  if (!navigator.clipboard) return;
  for (const example of document.querySelectorAll('.example')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(example.querySelector('pre').textContent);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
    example.append(button);
  }
});
`;

function page(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const base = document.servers[0]?.url ?? '';
  const menu = document.tags.map(({ name }) => {
    const ofTag = operations.filter(({ operation }) => operation.tags.includes(name));
    const links = ofTag.map(({ path, method, operation: { operationId, summary } }) => {
      const address = `${method.toUpperCase()} ${path}`;
      // Operations with the same summary are told apart by their paths.
      const isAlone = ofTag.filter(({ operation }) => operation.summary === summary).length === 1;
      const words = text(`${summary} ${address}`.toLowerCase());
      return `<a href="#${operationId}" data-words="${words}">${text(summary)}${isAlone ? '' : `<small>${text(address)}</small>`}</a>`;
    });
    return `<div><h2>${text(name)}</h2>${links.join('')}</div>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Linehaul API reference</title><link rel="icon" href="${icon}"><style>${style}</style></head>
<body><div class="page"><nav aria-label="Operations"><span class="brand">${mark.text}Linehaul</span><span class="soft">${text(document.info.title)} ${text(document.info.version)}</span>
<details open><summary>Operations</summary>${menu.join('')}</details><script>${script}</script></nav>
<main><h1>Linehaul API reference</h1>
<p class="soft">${text(document.info.title)}, version ${text(document.info.version)} · <a href="/openapi.json">openapi.json</a></p>
<p>${text(document.info.description)}</p>
<p>Send your API key in the <code>Api-key</code> header. Errors are JSON with <code>error</code>, a code to branch on, and <code>message</code>, a sentence for a person. Most routes exist in the previous generation under <code>/api</code> as well; the list of routes in the documentation says which.</p>
${operations.map((one) => section(base, one, document.components.responses)).join('\n')}
<h2>Shapes</h2>
${Object.entries(document.components.schemas)
  .map(
    ([name, shape]) =>
      `<section id="shape-${text(name)}"><h3>${text(name)}</h3>${fieldTable(shape as JsonSchema)}</section>`,
  )
  .join('\n')}
</main></div></body></html>`;
}

function section(base: string, { path, method, operation }: Shown, shared: Shared): string {
  const body = bodySchema(operation.requestBody);
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, followed(response, shared)] as const,
  );
  const success = responses.find(([status]) => status === '200' || status === '201');
  const reply = bodySchema(success?.[1]);
  return `<section id="${operation.operationId}"><h3><span class="method">${text(method.toUpperCase())}</span><code>${text(path)}</code></h3>
<p>${text(operation.summary)}.${operation.description === undefined ? '' : ` ${text(operation.description)}`}</p>
<div class="example"><pre>${text(curl(base, path, method, body))}</pre></div>
${parameterTable(operation.parameters)}${body === undefined ? '' : `<h4>Request body</h4>${fieldTable(body)}`}${reply === undefined ? '' : `<h4>Answer</h4>${fieldTable(reply)}`}
<h4>Statuses</h4><table>${responses
    .map(
      ([status, response]) =>
        `<tr><td><code>${text(status)}</code></td><td>${text(described(response))}</td><td>${shapeName(response)}</td></tr>`,
    )
    .join('')}</table></section>`;
}

type Shown = { path: string; method: string; operation: Operation };
type Shared = OpenApiDocument['components']['responses'];

/** Shared responses stand once. */
function followed(response: object, shared: Shared): object {
  const { $ref: name } = response as { $ref?: string };
  return name === undefined ? response : (shared[name.split('/').at(-1) ?? ''] ?? response);
}

function curl(base: string, path: string, method: string, body: object | undefined): string {
  const verbs: Record<string, string> = { get: '', head: ' -I' };
  const verb = verbs[method] ?? ` -X ${method.toUpperCase()}`;
  const data = body === undefined ? '' : ` \\\n  -H 'Content-Type: application/json' -d @body.json`;
  return `curl${verb} ${base}${path} -H 'Api-key: YOUR_KEY'${data}`;
}

type Field = { name: string; in?: string; required?: boolean; schema: JsonSchema };
type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema;
};

function parameterTable(parameters: object[]): string {
  if (parameters.length === 0) return '';
  return `<h4>Parameters</h4>${table(parameters as Field[])}`;
}

function fieldTable(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return `<p>${shapeLink(schema)}</p>`;
  const fields = fieldsOf(schema, '');
  return fields.length === 0 ? `<p><code>${typeName(schema)}</code></p>` : table(fields);
}

/** The fields of an object, including those of unnamed objects inside it: `items[].weight`. */
function fieldsOf(schema: JsonSchema, prefix: string): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const inner = property.items ?? property;
    const path = `${prefix}${name}${property.items === undefined ? '' : '[]'}`;
    const field: Field = {
      name: `${prefix}${name}`,
      schema: property,
      required: schema.required?.includes(name) ?? false,
    };
    return inner.$ref === undefined && inner.properties !== undefined
      ? [field, ...fieldsOf(inner, `${path}.`)]
      : [field];
  });
}

function table(fields: readonly Field[]): string {
  const rows = fields.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${text(name)}</code></td><td>${typeName(schema)}${place === undefined ? '' : ` in ${text(place)}`}${required === true ? '' : ', optional'}</td><td>${text(schema.description ?? '')}</td></tr>`,
  );
  return `<table><tr><th>Field</th><th>Type</th><th>Notes</th></tr>${rows.join('')}</table>`;
}

function shapeLink(schema: JsonSchema): string {
  const name = schema.$ref?.split('/').at(-1) ?? '';
  return `<a href="#shape-${text(name)}">${text(name)}</a>`;
}

function typeName(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return shapeLink(schema);
  if (schema.const !== undefined) return text(JSON.stringify(schema.const));
  if (schema.enum !== undefined)
    return schema.enum.map((value) => text(JSON.stringify(value))).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeName).join(' | ');
  if (schema.items !== undefined) return `array of ${typeName(schema.items)}`;
  if (typeof schema.additionalProperties === 'object')
    return `object of ${typeName(schema.additionalProperties)}`;
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
}

function bodySchema(holder: object | undefined): JsonSchema | undefined {
  const content = (holder as { content?: Record<string, { schema?: JsonSchema }> } | undefined)
    ?.content;
  return content?.['application/json']?.schema;
}

/** The name of a response's shape, if it has one. */
function shapeName(response: object): string {
  const schema = bodySchema(response);
  return schema === undefined ? '' : typeName(schema);
}

function described(response: object): string {
  return (response as { description?: string }).description ?? '';
}
