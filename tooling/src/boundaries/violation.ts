/** A place that breaks a boundary. */
export type Violation = {
  rule: string;
  /** `path` or `path:line`, from the checked folder. */
  where: string;
  /** What stands there. */
  found: string;
  /** Why that is forbidden, and what to do instead. */
  advice: string;
};
