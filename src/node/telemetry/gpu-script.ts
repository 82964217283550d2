// The script that lets nvidia-smi print what GPUs do, line by line, until it is ended or its output is closed.
import { gpuSampleFields } from '#core/telemetry/gpu-sample.ts'

/** Subtle: `exec`, so that ending the script ends nvidia-smi. */
export const gpuScript = `
command -v nvidia-smi >/dev/null 2>&1 || { echo 'nvidia-smi is not installed.' >&2; exit 127; }
for fields in ${gpuSampleFields.map((fields) => fields.join(',')).join(' ')}; do
  said=$(nvidia-smi "--query-gpu=$fields" --format=csv,nounits 2>&1) &&
    exec nvidia-smi "--query-gpu=$fields" --format=csv,nounits -lms "$1"
done
printf '%s\\n' "$said" >&2
exit 1
`
