export const Leads = () => null;
