// AMD GPUs in the form of nvidia-smi, from the files of the kernel's driver, which need no tool and no version of ROCm.

/** Defines `amd_gpus SYSFS`, which prints a line for each GPU in the order of PCI addresses, after a header if there is one. */
export const amdGpusScript = String.raw`
scaled() {
  divisor=$1; shift
  for file; do
    value=$(cat "$file" 2>/dev/null) && [ -n "$value" ] && { echo $((value / divisor)); return; }
  done
}
amd_gpus() {
  index=0
  for busy in "$1"/class/drm/card*/device/gpu_busy_percent; do
    [ -r "$busy" ] && printf '%s %s\n' "$(basename "$(cd "$(dirname "$busy")" && pwd -P)")" "$(dirname "$busy")"
  done | sort -u | while read -r address device; do
    [ "$index" -gt 0 ] || echo 'timestamp, index, uuid, name, driver_version, memory.total [MiB], memory.used [MiB], utilization.gpu [%], power.draw [W], power.limit [W], temperature.gpu, clocks.sm [MHz]'
    set -- "$device"/hwmon/hwmon*
    id=$(cat "$device/unique_id" 2>/dev/null) && [ -n "$id" ] || id=$address
    name=$(cat "$device/product_name" 2>/dev/null) && [ -n "$name" ] || name='AMD GPU'
    printf '%s, ' "$(date '+%Y/%m/%d %H:%M:%S.%3N')" "$index" "GPU-$id" "$name" "$(cat /sys/module/amdgpu/version 2>/dev/null)" \
      "$(scaled 1048576 "$device/mem_info_vram_total")" "$(scaled 1048576 "$device/mem_info_vram_used")" \
      "$(scaled 1 "$device/gpu_busy_percent")" "$(scaled 1000000 "$1/power1_average" "$1/power1_input")" \
      "$(scaled 1000000 "$1/power1_cap")" "$(scaled 1000 "$1/temp2_input" "$1/temp1_input")"
    scaled 1000000 "$1/freq1_input" | grep . || echo
    index=$((index + 1))
  done
}
`
