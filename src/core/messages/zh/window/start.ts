// 开始页。
import type { TranslationOf } from '../../window-texts.ts'
import type { start as english } from '../../en/window/start.ts'

export const start: TranslationOf<typeof english> = {
  title: '开始',
  welcome: '找到 LLM 服务器的拐点',
  lead: 'Kneepoint 向兼容 OpenAI API 的服务器发送负载，并测量每一个响应。它会找出拐点：超过这一负载后，延迟的上升远快于吞吐。',
  ways: '测量',
  demo: {
    title: '立即试用',
    about: '启动内置模拟器并扫描四个请求速率，约 25 秒即可得到曲线和拐点，无需 GPU。',
    action: '启动并测量',
    open: '打开进行中的扫描',
    sweepName: '首个拐点（模拟器）',
    connecting: '正在启动模拟器',
    beginning: '模拟器已就绪，正在开始扫描',
    progress: '模拟器启动进度',
  },
  attach: {
    title: '测量已有的服务器',
    about: '适用于 vLLM 或任何支持 OpenAI API 的服务器，连接后即可提问。',
    url: '服务器 URL',
    action: '连接',
    withKey: '使用 API 密钥连接',
  },
  launch: {
    title: '在主机上启动 vLLM',
    about: '在本机、通过 SSH 或以 Slurm 作业启动 vLLM，可设置全部参数，并查看其日志。',
    action: '配置启动',
    addHost: '添加主机',
  },
  progress: {
    title: '进行中',
    points: '已完成 {done} / {count} 点',
    searched: '已测量 {count} 点',
  },
  servers: { title: '服务器', all: '全部服务器', lost: '{count} 个启动可能仍在运行' },
  sweeps: {
    title: '最近的扫描',
    all: '全部扫描',
    named: '{name}：{answer}',
    more: '另有 {count} 条曲线',
  },
  others: '其他结果',
  runs: { all: '全部结果' },
}
