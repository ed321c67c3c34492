'use client';

import { VisuallyHidden } from '@mantine/core';
import { useOperator } from './use-operator.ts';
import styles from './who-am-i.module.css';

/** Name and role of the operator who is signed in. */
export function WhoAmI() {
  const { data: operator } = useOperator();
  if (!operator) return null;
  return (
    <p className={styles.who}>
      <VisuallyHidden>Signed in as </VisuallyHidden>
      <strong className={styles.name} title={operator.name}>
        {operator.name}
      </strong>
      <span className={styles.role}>{operator.role}</span>
    </p>
  );
}
