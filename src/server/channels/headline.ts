// The headline of a notification: its sentence in English, which searches and files read; each reader has it in their own language.
import { type StoredValues, sentenceOf } from '#domain/notifications/sentence.ts'
import { wordingIn } from '../messages/tables.ts'
import type { Tenant } from '../scope.ts'

export const headlineOf = (tenant: Tenant, code: string, values: StoredValues, fallback = ''): string =>
  sentenceOf(code, values, wordingIn('en', tenant), fallback).slice(0, 400)
