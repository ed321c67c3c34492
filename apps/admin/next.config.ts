import type { NextConfig } from 'next';

/** What every answer says, whatever it is; the content security policy needs a nonce per page and is set in src/proxy.ts. */
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=()' },
];

const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: new URL('../..', import.meta.url).pathname,
  transpilePackages: ['@berth/dto'],
  poweredByHeader: false,
  images: { unoptimized: true },
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
};

export default config;
