/** A random UUID. `crypto.randomUUID` is missing on a console that is served without TLS. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => withVersion(byte, index).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function withVersion(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40;
  return index === 8 ? (byte & 0x3f) | 0x80 : byte;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** All the ids in a text, in order and in lower case: of a pasted address as well as of a pasted id. */
export const uuidsIn = (text: string): string[] => (text.match(uuid) ?? []).map((id) => id.toLowerCase());

export const isUuid = (text: string): boolean => uuidsIn(text)[0]?.length === text.length;

/** The last group: ids that are made in the order of time begin alike. */
export const shortId = (id: string): string => id.slice(-12);
