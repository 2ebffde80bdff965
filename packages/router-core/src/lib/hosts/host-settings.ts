import { readProperty, type HostRequest, type HostSettings } from './host.js'
import { expressSettings } from './express/express-settings.js'

const settingsKey: unique symbol = Symbol('host settings')

interface Known extends HostRequest {
  [settingsKey]?: HostSettings
}

/** Every host except Express sets the settings on its requests. */
export function settingsOf(request: HostRequest): HostSettings {
  return readProperty(request as Known, settingsKey) ?? expressSettings
}

export function setSettings(request: HostRequest, settings: HostSettings): void {
  ;(request as Known)[settingsKey] = settings
}
