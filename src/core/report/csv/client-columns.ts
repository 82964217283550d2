// CSV columns for the client's monitoring of itself and the verdict on it.
import type { ClientHealth } from '../../model/run/client-health.ts'
import {
  clientVerdict,
  type ClientVerdict,
  type MonitoredRun,
} from '#core/judgement/client-verdict.ts'
import type { CsvValue, CsvColumn } from '../../documents/csv.ts'

type Column = CsvColumn<MonitoredRun>

/** Empty if the client was not monitored, as in imported runs. */
export const clientColumns: readonly Column[] = [
  judged('client_verdict', ({ grade }) => grade),
  judged('client_decided_by', ({ decidedBy }) => decidedBy.criterion),
  judged('client_decided_value', ({ decidedBy }) => decidedBy.value),
  judged('client_decided_limit', ({ decidedBy }) => decidedBy.limit),
  judged('client_decided_unit', ({ decidedBy }) => decidedBy.unit),
  judged('ttft_error_mean_ms', ({ error }) => error?.ttftMeanMs ?? null),
  judged('ttft_error_p99_ms', ({ error }) => error?.ttftP99Ms ?? null),
  judged('itl_error_p99_ms', ({ error }) => error?.itlP99Ms ?? null),
  seen('send_lag_p50_ms', ({ sendLagP50Us }) => inMs(sendLagP50Us)),
  seen('send_lag_p99_ms', ({ sendLagP99Us }) => inMs(sendLagP99Us)),
  seen('send_lag_max_ms', ({ sendLagMaxUs }) => inMs(sendLagMaxUs)),
  seen('pace_error_p50_ms', ({ paceErrorP50Us = null }) => inMs(paceErrorP50Us)),
  seen('pace_error_p99_ms', ({ paceErrorP99Us = null }) => inMs(paceErrorP99Us)),
  seen('pace_error_max_ms', ({ paceErrorMaxUs = null }) => inMs(paceErrorMaxUs)),
  seen('read_lag_mean_ms', ({ readLagMeanUs }) => inMs(readLagMeanUs)),
  seen('read_lag_p99_ms', ({ readLagP99Us }) => inMs(readLagP99Us)),
  seen('late_read_share', ({ lateReadShare }) => lateReadShare),
  seen('rate_kept_share', ({ keptRateShare }) => keptRateShare),
  seen('loop_delay_p99_ms', ({ loopDelayP99Us }) => inMs(loopDelayP99Us)),
  seen('loop_delay_max_ms', ({ loopDelayMaxUs }) => inMs(loopDelayMaxUs)),
  seen('gc_pause_total_ms', ({ gcPauseTotalUs }) => inMs(gcPauseTotalUs)),
  seen('gc_pause_max_ms', ({ gcPauseMaxUs }) => inMs(gcPauseMaxUs)),
  seen('client_cpu_cores', ({ cpuShare }) => cpuShare),
]

function judged(name: string, cell: (verdict: ClientVerdict) => CsvValue): Column {
  return {
    name,
    cell: (run) => {
      const verdict = clientVerdict(run)
      return verdict === null ? null : cell(verdict)
    },
  }
}

function seen(name: string, cell: (client: ClientHealth) => CsvValue): Column {
  return {
    name,
    cell: ({ summary: { client } }) => (client === null ? null : cell(client)),
  }
}

function inMs(us: number | null): number | null {
  return us === null ? null : us / 1000
}
