// The number that the page's security policy allows style sheets by. Libraries that make their own ask for it in
// different ways: Mantine by a function, the one that locks scrolling behind a dialog by this global.
export const pageNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

Object.assign(globalThis, { __webpack_nonce__: pageNonce });
