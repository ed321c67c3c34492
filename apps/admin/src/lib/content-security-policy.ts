/** 128 random bits, as the policy's grammar wants them. */
export function newNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

/**
 * Scripts run only with this page's nonce. Styles are let in line: the UI kit puts its sizes into style attributes,
 * which no nonce covers.
 */
export function contentSecurityPolicy(nonce: string, development: boolean): string {
  // React's development build rebuilds server stacks with eval; the production build never does.
  const evaluation = development ? " 'unsafe-eval'" : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
