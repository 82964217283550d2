// Messages of `kneepoint doctor` about a machine.
export const doctorEn = {
  'doctor.versions': 'Kneepoint {own} on Node {version} ({path}).',
  'doctor.native.better-sqlite3': 'Stored runs, sweeps and the window are available.',
  'doctor.native.tokenizers': 'Tokenizer files can be read.',
  'doctor.database': '{path}, {size}.',
  'doctor.database.none': '{path} does not exist yet; the first stored run creates it.',
  'doctor.database.readOnly': '{path} cannot be written.',
  'doctor.database.remedy': 'Set KNEEPOINT_DATA to a folder that you may write to.',
  'doctor.prepared':
    '{count|# prepared workload takes|# prepared workloads take} {size} in {folder}. --clear-prepared removes them.',
  'doctor.prepared.none': 'No prepared workloads are kept.',
  'doctor.unlimited': 'No limit of open files is reported.',
  'doctor.openFiles': '{count|# open file|# open files} per process.',
  'doctor.openFiles.remedy':
    'Raise it before loads of many streams: ulimit -n {count}, or nofile in /etc/security/limits.conf.',
  'doctor.ports': '{count|# port|# ports} to connect from.',
  'doctor.ports.unknown': 'The system does not report how many ports there are to connect from.',
  'doctor.ports.remedy': 'Raise it: sysctl -w net.ipv4.ip_local_port_range="1024 65535".',
  'doctor.cores': '{count|# core|# cores}.',
  'doctor.cores.load': '{count|# core|# cores}; load of the last minute {load}.',
  'doctor.cores.few': 'Measure from a machine with two cores or more that does not run the server.',
  'doctor.cores.busy': 'Stop other work before measuring; it delays requests and readings.',
  'doctor.sleeps': '99 % of short sleeps end within {lateMs} ms.',
  'doctor.sleeps.remedy':
    'Requests will leave late. Stop other work, or measure from a machine that is not throttled.',
  'doctor.calibrated': '{count|# calibration|# calibrations} of the client on this machine.',
  'doctor.notCalibrated': 'The client was never calibrated here.',
  'doctor.notCalibrated.remedy':
    'Run "kneepoint calibrate" once: runs then say where the client becomes the limit.',
  'doctor.noProxy': 'No proxy is set.',
  'doctor.proxy': '{names} is set, so requests to servers go through a proxy.',
  'doctor.proxy.remedy':
    'Name servers on your network in no_proxy, or their latency includes the proxy.',
  'doctor.hub': '{endpoint} answers; {access}.',
  'doctor.hub.token': 'a token is set',
  'doctor.hub.anonymous': 'access is anonymous',
  'doctor.hub.offline': 'HF_HUB_OFFLINE is set; models and datasets come from {cache}.',
  'doctor.hub.unreachable': '{endpoint} cannot be reached: {why}.',
  'doctor.hub.remedy':
    'Tokenizers and datasets must be in {cache}, given as files, or come from the server. HF_ENDPOINT names a mirror.',
  'doctor.ssh': '~/.ssh/config: {config}; agent: {agent}.',
  'doctor.there': 'found',
  'doctor.notThere': 'none',
  'doctor.browser': 'A browser can be opened.',
  'doctor.noBrowser': 'There is no display; "kneepoint web" prints its address.',
  'doctor.summary': '{problems|# problem|# problems}, {warnings|# warning|# warnings}.',
} as const
