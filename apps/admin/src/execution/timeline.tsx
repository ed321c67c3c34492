import type { ExecutionDetail } from '@berth/dto';
import { Fragment } from 'react';
import { formatAbsolute, formatStep, formatTimeOfDay } from '../lib/time.ts';
import { Mark } from '../ui/mark.tsx';
import { Age } from '../ui/relative-time.tsx';
import { type Step, stepsOf } from './steps.ts';
import styles from './timeline.module.css';

/** What happened, when, and how long each part took. */
export function Timeline({ detail }: { detail: ExecutionDetail }) {
  const steps = stepsOf(detail);
  const last = steps.at(-1);
  if (!last) return <p className={styles.none}>No event is kept of this execution.</p>;
  return (
    <ol className={styles.timeline}>
      {steps.map((step, index) => (
        <Fragment key={step.key}>
          <Interval from={steps[index - 1]} to={step} />
          <StepRow step={step} />
        </Fragment>
      ))}
      {detail.execution.state !== 'finished' && (
        <li className={styles.interval}>
          <Age since={last.at} /> so far
        </li>
      )}
    </ol>
  );
}

function StepRow({ step }: { step: Step }) {
  return (
    <li className={styles.step}>
      <time dateTime={step.at} title={formatAbsolute(step.at)} className={styles.time}>
        {formatTimeOfDay(step.at)}
      </time>
      <div>
        <span className={styles.title}>
          <Mark shape={step.shape} tone={step.tone}>
            {step.title}
          </Mark>
        </span>{' '}
        {step.detail && <span className={styles.detail}>{step.detail}</span>}
      </div>
    </li>
  );
}

/** Facts of one moment were written together: nothing passed between them. */
function Interval({ from, to }: { from: Step | undefined; to: Step }) {
  const passed = from ? Date.parse(to.at) - Date.parse(from.at) : 0;
  return passed > 0 && <li className={styles.interval}>{formatStep(passed)}</li>;
}
