export const MyLeads = () => null;
