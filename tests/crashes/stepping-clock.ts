// Loaded into a process before all else: its wall clock leaps an hour ahead and two back, five times a second.
const trueNow = Date.now
const leapsMs = [0, 3_600_000, -3_600_000]
let leap = 0

setInterval(() => (leap = (leap + 1) % leapsMs.length), 200).unref()

Date.now = () => trueNow() + (leapsMs[leap] ?? 0)
