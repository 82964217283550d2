// Messages of `kneepoint doctor` about a machine, in Chinese.
import type { Translation } from '../template.ts'
import type { doctorEn } from '../en/doctor.ts'

export const doctorZh = {
  'doctor.versions': 'Kneepoint {own}，Node {version}（{path}）。',
  'doctor.native.better-sqlite3': '可以保存运行、扫描，并使用窗口。',
  'doctor.native.tokenizers': '可以读取 tokenizer 文件。',
  'doctor.database': '{path}，{size}。',
  'doctor.database.none': '{path} 尚不存在；保存第一次运行时会创建。',
  'doctor.database.readOnly': '{path} 不可写。',
  'doctor.database.remedy': '把 KNEEPOINT_DATA 设为一个可写的文件夹。',
  'doctor.prepared':
    '{folder} 中保存了 {count} 份已准备好的负载，共 {size}。--clear-prepared 可删除。',
  'doctor.prepared.none': '没有保存已准备好的负载。',
  'doctor.unlimited': '系统没有报告打开文件数的上限。',
  'doctor.openFiles': '每个进程最多打开 {count} 个文件。',
  'doctor.openFiles.remedy':
    '发送大量并发流之前请调高：ulimit -n {count}，或修改 /etc/security/limits.conf 中的 nofile。',
  'doctor.ports': '有 {count} 个本地端口可用于建立连接。',
  'doctor.ports.unknown': '系统没有报告可用的本地端口数。',
  'doctor.ports.remedy': '请调高：sysctl -w net.ipv4.ip_local_port_range="1024 65535"。',
  'doctor.cores': '{count} 个核。',
  'doctor.cores.load': '{count} 个核；最近一分钟的平均负载为 {load}。',
  'doctor.cores.few': '请在至少有两个核、且不运行被测服务器的机器上测量。',
  'doctor.cores.busy': '测量前请停掉其他任务，它们会推迟请求的发送和响应的读取。',
  'doctor.sleeps': '99 % 的短睡眠在 {lateMs} ms 内结束。',
  'doctor.sleeps.remedy': '请求会晚发。请停掉其他任务，或换一台不限制 CPU 的机器。',
  'doctor.calibrated': '客户端在这台机器上做过 {count} 次校准。',
  'doctor.notCalibrated': '客户端还没有在这台机器上校准过。',
  'doctor.notCalibrated.remedy':
    '运行一次 "kneepoint calibrate"，之后每次运行都会说明客户端从哪里开始成为瓶颈。',
  'doctor.noProxy': '没有设置代理。',
  'doctor.proxy': '设置了 {names}，发往服务器的请求会经过代理。',
  'doctor.proxy.remedy': '请把内网服务器写进 no_proxy，否则延迟会包含代理的时间。',
  'doctor.hub': '{endpoint} 可以访问；{access}。',
  'doctor.hub.token': '已设置访问令牌',
  'doctor.hub.anonymous': '匿名访问',
  'doctor.hub.offline': '设置了 HF_HUB_OFFLINE；模型和数据集取自 {cache}。',
  'doctor.hub.unreachable': '无法访问 {endpoint}：{why}。',
  'doctor.hub.remedy':
    'tokenizer 和数据集须已在 {cache} 中、以文件给出，或由服务器提供。HF_ENDPOINT 可指定镜像。',
  'doctor.ssh': '~/.ssh/config：{config}；agent：{agent}。',
  'doctor.there': '有',
  'doctor.notThere': '无',
  'doctor.browser': '可以打开浏览器。',
  'doctor.noBrowser': '没有显示器；"kneepoint web" 会打印地址。',
  'doctor.summary': '{problems} 个问题，{warnings} 个警告。',
} as const satisfies Translation<typeof doctorEn>
