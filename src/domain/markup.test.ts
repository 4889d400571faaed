// Values in HTML templates stay text, wherever they are placed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './markup.ts';

test('escapes text, but not markup and lists of markup', () => {
  const nasty = `<script>alert("x")</script>&'`;
  const inner = html`<b title="${nasty}">${nasty}</b>`;
  const escaped = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;';
  assert.equal(inner.text, `<b title="${escaped}">${escaped}</b>`);
  assert.equal(
    html`<p>${[inner, inner]}${undefined}${7}</p>`.text,
    `<p>${inner.text}${inner.text}7</p>`,
  );
});
