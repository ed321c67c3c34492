import type { IncomingMessage } from 'node:http';
import { HttpError } from './router.ts';

/** The whole body, refused with 413 as soon as it is longer than `bytesMax`. */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const tooLarge = () => new HttpError(413, `the body has at most ${bytesMax} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early destroys the connection: a little too much is read to its end so that the refusal arrives, a flood is cut off.
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= bytesMax) chunks.push(chunk);
    else if (size > bytesMax * 4) break;
  }
  if (size > bytesMax) throw tooLarge();
  return Buffer.concat(chunks);
}

export function bearer(request: IncomingMessage): string {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) throw new HttpError(401, 'show the step token as bearer');
  return token;
}
