// The API reference as one readable page, rendered from the OpenAPI document. No script, nothing from
// another host: it opens behind a firewall, prints, and needs no exception in the security policy but
// the digest of its own style sheet. (Why not a ready-made viewer: docs/decisions/dependencies.md.)
import { createHash } from 'node:crypto';
import { escapeHtml as text } from '../domain/markup.ts';
import type { OpenApiDocument, Operation } from './openapi.ts';

export function referencePage(document: OpenApiDocument): { html: string; policy: string } {
  const digest = createHash('sha256').update(style).digest('base64');
  return {
    html: page(document),
    policy: `default-src 'none'; style-src 'sha256-${digest}'; frame-ancestors 'none'`,
  };
}

const style = `
:root{color-scheme:light dark;--ink:#1a2230;--soft:#5b6675;--line:#d9dee6;--paper:#fff;--panel:#f5f7fa;--accent:#0b5cad}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#9aa6b5;--line:#2c3542;--paper:#12171e;--panel:#1a212b;--accent:#6cb2f7}}
*{box-sizing:border-box}body{margin:0;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
.page{display:grid;grid-template-columns:16rem minmax(0,1fr);max-width:76rem;margin:auto}
nav{padding:2rem 1rem;border-right:1px solid var(--line);position:sticky;top:0;height:100vh;overflow:auto;font-size:.9rem}
nav h2{font-size:.75rem;text-transform:uppercase;letter-spacing:.06em;color:var(--soft);margin:1.5rem 0 .4rem}
nav a{display:block;padding:.2rem 0;color:var(--ink);text-decoration:none}nav a:hover{color:var(--accent)}
main{padding:2rem;min-width:0}h1{margin:0 0 .25rem}a{color:var(--accent)}.soft{color:var(--soft)}
section{border-top:1px solid var(--line);padding:2rem 0}section h3{margin:0 0 .25rem;overflow-wrap:anywhere}
code,pre{font:14px/1.5 ui-monospace,monospace}pre{background:var(--panel);padding:1rem;border-radius:.4rem;overflow:auto}
.method{display:inline-block;font:600 .75rem ui-monospace,monospace;padding:.1rem .5rem;border-radius:.25rem;background:var(--accent);color:var(--paper);margin-right:.5rem}
table{border-collapse:collapse;width:100%;font-size:.9rem;overflow-wrap:anywhere}th,td{text-align:left;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}
@media (max-width:48rem){.page{grid-template-columns:1fr}nav{position:static;height:auto;border:0;border-bottom:1px solid var(--line)}main{padding:1.25rem}}
`;

function page(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const base = document.servers[0]?.url ?? '';
  const menu = document.tags.map(({ name }) => {
    const links = operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ operation }) => `<a href="#${operation.operationId}">${text(operation.summary)}</a>`);
    return `<h2>${text(name)}</h2>${links.join('')}`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Linehaul API reference</title><style>${style}</style></head>
<body><div class="page"><nav aria-label="Operations"><strong>Linehaul</strong><br><span class="soft">${text(document.info.title)} ${text(document.info.version)}</span>${menu.join('')}</nav>
<main><h1>Linehaul API reference</h1>
<p class="soft">${text(document.info.title)}, version ${text(document.info.version)} · <a href="/openapi.json">openapi.json</a></p>
<p>${text(document.info.description)}</p>
<p>Send your API key in the <code>Api-key</code> header. Errors are JSON with <code>error</code>, a code to branch on, and <code>message</code>, a sentence for a person. Most routes exist in the previous generation under <code>/api</code> as well; the list of routes in the documentation says which.</p>
${operations.map(({ path, method, operation }) => section(base, path, method, operation)).join('\n')}
<h2>Shapes</h2>
${Object.entries(document.components.schemas)
  .map(
    ([name, shape]) =>
      `<section id="shape-${text(name)}"><h3>${text(name)}</h3>${fieldTable(shape as JsonSchema)}</section>`,
  )
  .join('\n')}
</main></div></body></html>`;
}

function section(base: string, path: string, method: string, operation: Operation): string {
  const body = bodySchema(operation.requestBody);
  const reply = bodySchema(operation.responses['200'] ?? operation.responses['201']);
  return `<section id="${operation.operationId}"><h3><span class="method">${text(method.toUpperCase())}</span><code>${text(path)}</code></h3>
<p>${text(operation.summary)}.${operation.description === undefined ? '' : ` ${text(operation.description)}`}</p>
<pre>${text(curl(base, path, method, body))}</pre>
${parameterTable(operation.parameters)}${body === undefined ? '' : `<h4>Request body</h4>${fieldTable(body)}`}${reply === undefined ? '' : `<h4>Answer</h4>${fieldTable(reply)}`}
<h4>Statuses</h4><table>${Object.entries(operation.responses)
    .map(
      ([status, response]) =>
        `<tr><td><code>${text(status)}</code></td><td>${text(described(response))}</td><td>${shapeName(response)}</td></tr>`,
    )
    .join('')}</table></section>`;
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
  required?: string[];
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  additionalProperties?: unknown;
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

/** The fields of an object, those of nameless objects inside it included: `items[].weight`. */
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
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeName).join(' | ');
  if (schema.items !== undefined) return `array of ${typeName(schema.items)}`;
  if (schema.additionalProperties !== undefined || schema.patternProperties !== undefined) {
    const [value] = Object.values(schema.patternProperties ?? {});
    return `object of ${typeName(value ?? {})}`;
  }
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
}

function bodySchema(holder: object | undefined): JsonSchema | undefined {
  const content = (holder as { content?: Record<string, { schema?: JsonSchema }> } | undefined)
    ?.content;
  return content?.['application/json']?.schema;
}

/** Of an answer that has one. */
function shapeName(response: object): string {
  const schema = bodySchema(response);
  return schema === undefined ? '' : typeName(schema);
}

function described(response: object): string {
  return (response as { description?: string }).description ?? '';
}
