// Words of audits of companies (domain dictionary 4.1), for the company's own record and for that of the audit alike.

/** Whether whoever is visited knew of it (4.1, AUDIT). */
export const auditNotices = { ANNOUNCED: 'Announced', UNANNOUNCED: 'Unannounced' } as const
/** What an audit comes to, in the words of the company's own record (4.1), by the result of its checklist. */
export const auditResults = { PASSED: ['Passed', 'success'], CONDITIONAL: ['With conditions', 'pending'], FAILED: ['Failed', 'error'] } as const
