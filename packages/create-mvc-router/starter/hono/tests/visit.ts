import { after } from 'node:test'
import { createApp } from '../src/app.js'

const { app, close } = await createApp()
after(close)

/** Passes a request to the application without a socket. */
export async function visit(path: string, options: RequestInit = {}): Promise<Response> {
  return app.request(path, options)
}
