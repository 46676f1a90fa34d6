/** Short names of a browser and its system, such as `Firefox` and `Linux`; empty if unknown. */

const BROWSERS: [sign: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [sign: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

export interface Device {
  browser: string
  system: string
}

export function deviceOf(agent: string): Device {
  const first = (signs: [RegExp, string][]) => signs.find(([sign]) => sign.test(agent))?.[1] ?? ''
  return { browser: first(BROWSERS) || (agent.split(/[/\s(]/)[0] ?? ''), system: first(SYSTEMS) }
}
