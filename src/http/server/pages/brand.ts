// The look of server-rendered pages, with the palette and mark of the members area: eucalypt green, a line of ochre,
// calm greys. The mark is the letter L as a road.
import { html } from '../../../domain/markup.ts';

/** CSS variables, light and dark by the reader's own setting. */
export const palette = `:root{color-scheme:light dark;--ink:#17201c;--soft:#55625c;--line:#dde4e0;--page:#f5f8f6;--card:#fff;--panel:#eff4f1;--accent:#1b7454;--on:#fff;--good:#1b7454;--goodbg:#dcece4;--warn:#865007;--warnbg:#fff1dc;--infobg:#e3f0e9;--track:#d3ddd8}
@media (prefers-color-scheme:dark){:root{--ink:#e3e9e6;--soft:#a3b0aa;--line:#34403b;--page:#0d1311;--card:#131b18;--panel:#1a2320;--accent:#8dc1aa;--on:#0d1311;--good:#8dc1aa;--goodbg:#17362a;--warn:#f6bc64;--warnbg:#33240d;--infobg:#17362a;--track:#34403b}}`;

/** The members area's typeface, which its build provides. Without a build, pages use the reader's own. */
export const typeface = `@font-face{font-family:"Public Sans";src:url(/typeface.woff2) format("woff2");font-weight:100 900;font-display:swap}
body,button{font-family:"Public Sans",system-ui,sans-serif}`;

export const mark = html`<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7.5" fill="#1b7454"/><g transform="translate(-.6 .6)" fill="none"><path d="M11 5.500v11A4.500 4.500 0 0 0 15.500 21H27" stroke="#fff" stroke-width="8.4"/><path d="M11 6.800v9.700A4.500 4.500 0 0 0 15.500 21H26" stroke="#ec9a20" stroke-width="1.9" stroke-dasharray="3.3 2.5"/></g></svg>`;

/** The mark as the page's icon. */
export const icon = `data:image/svg+xml,${encodeURIComponent(mark.text.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" '))}`;
