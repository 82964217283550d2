// Columns of latencies that depend on what a request was, as SQL in µs in the table of requests.
import type { TrajectoryTimes } from '../model/run/request-record.ts'

/** Null for a run that does not retry. */
export function fromFirstAttempt(column: string): string {
  const firstSent = "coalesce(json_extract(rejected_attempts, '$[0].sentAtUs'), sent_at_us)"
  return `(CASE WHEN rejected_attempts IS NULL THEN NULL ELSE ${column} + sent_at_us - ${firstSent} END)`
}

/** In the row of the request that ended the trajectory. */
export function ofTrajectory(part: keyof TrajectoryTimes): string {
  return `json_extract(agent_step, '$.whole.${part}')`
}

/** Null for what is no voice. */
export function ofVoice(us: string): string {
  return `(CASE WHEN voice IS NULL THEN NULL ELSE ${us} END)`
}

/** Null for a response of text. */
export function ofMade(us: string): string {
  return `(CASE WHEN made IS NULL THEN NULL ELSE ${us} END)`
}
