import { type NextRequest, NextResponse } from 'next/server';
import { contentSecurityPolicy, newNonce } from './lib/content-security-policy.ts';

/** Calls of the api are passed on, so that the browser talks to one origin; pages get their content security policy. */
export function proxy(request: NextRequest): NextResponse {
  return request.nextUrl.pathname.startsWith('/trpc/') ? toApi(request) : withPolicy(request);
}

export const config = { matcher: ['/trpc/:path*', '/((?!trpc/|_next/|icon.svg).*)'] };

/** The address is read when a request comes, not when the console is built. */
function toApi(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  return NextResponse.rewrite(new URL(pathname + search, process.env.API_URL ?? 'http://127.0.0.1:4000'));
}

function withPolicy(request: NextRequest): NextResponse {
  const nonce = newNonce();
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  // Next reads the nonce for its own scripts out of the policy on the request.
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}
