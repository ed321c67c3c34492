import Link from 'next/link';
import { paths } from '../lib/paths.ts';
import type { Miss } from './use-find-execution.ts';

/** Why a jump led nowhere, and what else the id may be. */
export function JumpMiss({ miss: { message, id }, onLeave }: { miss: Miss; onLeave: () => void }) {
  return (
    <div role="alert">
      <p>{message}</p>
      {id && (
        <p>
          If it is the id of something else, list the executions of that{' '}
          <Link href={paths.executions({ run: id })} onClick={onLeave}>
            run
          </Link>
          ,{' '}
          <Link href={paths.executions({ project: id })} onClick={onLeave}>
            project
          </Link>{' '}
          or{' '}
          <Link href={paths.executions({ session: id })} onClick={onLeave}>
            session
          </Link>
          .
        </p>
      )}
    </div>
  );
}
