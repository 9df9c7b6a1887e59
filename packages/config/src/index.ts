export { type Config, type Environment, loadConfig, settingProblems } from './load-config.ts';
export type { SettingName, Settings } from './settings.ts';
export { openSharedToken } from './shared-token.ts';
