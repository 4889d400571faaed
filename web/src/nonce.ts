// The nonce by which the content security policy allows style sheets. Mantine asks for it through a function, the
// library that locks scrolling behind dialogs through this global.
export const pageNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

Object.assign(globalThis, { __webpack_nonce__: pageNonce });
