// Why a GPU runs slower than it could, as its driver counts the reasons.
import { inEnglish, message } from '#core/messages/message.ts'

/** By bit; an idle GPU and one with fixed clocks are not throttled. */
const reasons: readonly Readonly<{ bit: number; reason: string }>[] = [
  { bit: 0x4, reason: inEnglish(message('servers.throttle.power')) },
  { bit: 0x8, reason: inEnglish(message('servers.throttle.hardware')) },
  { bit: 0x10, reason: inEnglish(message('servers.throttle.syncBoost')) },
  { bit: 0x20, reason: inEnglish(message('servers.throttle.softwareHeat')) },
  { bit: 0x40, reason: inEnglish(message('servers.throttle.hardwareHeat')) },
  { bit: 0x80, reason: inEnglish(message('servers.throttle.powerBrake')) },
]

export function throttleReasons(bits: number): string[] {
  return reasons.filter(({ bit }) => (bits & bit) !== 0).map(({ reason }) => reason)
}
