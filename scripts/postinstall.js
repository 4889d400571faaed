// Runs after npm has installed the packages. Plain JavaScript for old Nodes: if the pinned Node could not be
// installed, the service prepares its data at the first start instead.
if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import('./prepare-data.ts');
}
