// Ways by which the product reaches people (domain dictionary 6.2, 9).

export const channels = { APP: 'In the app', PUSH: 'Push message', MAIL: 'E-mail', SMS: 'SMS', WHATSAPP: 'WhatsApp', IVR_VOICE: 'Voice call' } as const
/** Those that reach a phone. */
export const phoneChannels = { PUSH: channels.PUSH, SMS: channels.SMS, WHATSAPP: channels.WHATSAPP, IVR_VOICE: channels.IVR_VOICE } as const
