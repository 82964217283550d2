// SQL in µs, over the table of requests, for latencies that depend on the kind of request.
import type { TrajectoryTimes } from '#core/records/request-record.ts'

/** Null for runs without retries. */
export function fromFirstAttempt(column: string): string {
  const firstSent = "coalesce(json_extract(rejected_attempts, '$[0].sentAtUs'), sent_at_us)"
  return `(CASE WHEN rejected_attempts IS NULL THEN NULL ELSE ${column} + sent_at_us - ${firstSent} END)`
}

/** Value in the row of the request that ended the trajectory. */
export function ofTrajectory(part: keyof TrajectoryTimes): string {
  return `json_extract(agent_step, '$.whole.${part}')`
}

/** Null for requests other than voices. */
export function ofVoice(us: string): string {
  return `(CASE WHEN voice IS NULL THEN NULL ELSE ${us} END)`
}

/** Null for text responses. */
export function ofMade(us: string): string {
  return `(CASE WHEN made IS NULL THEN NULL ELSE ${us} END)`
}
