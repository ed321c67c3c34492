import type { CappedCount } from '@berth/dto';

const grouped = new Intl.NumberFormat('en-US');

export const formatCount = (count: number): string => grouped.format(count);

/** "10,000+" where the server stopped counting. */
export const formatCapped = ({ count, capped }: CappedCount): string => formatCount(count) + (capped ? '+' : '');
